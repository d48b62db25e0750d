"""What an operator sees of the service: logs, traces, metrics, alerts, the dashboard."""
