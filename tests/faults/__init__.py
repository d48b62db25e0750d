"""What clients see while parts of a real installation fail: `make test-faults`."""
