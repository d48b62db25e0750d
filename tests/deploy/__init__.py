"""What is deployed: manifests, the compose file, the unit and the image."""
