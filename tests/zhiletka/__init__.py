"""The rules of Zhiletka, asked of the service and held against an oracle."""
