"""What is promised to callers: the OpenAPI document, and that the service keeps it."""
