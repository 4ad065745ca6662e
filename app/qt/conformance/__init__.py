"""The page of conformance cases."""
