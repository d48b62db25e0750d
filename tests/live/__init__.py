"""The real service under gunicorn, asked over loopback sockets."""
