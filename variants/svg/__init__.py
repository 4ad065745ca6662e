"""SVG and other XML from strangers, read in one way for the compile step and for the importers: bounded, nothing fetched, nothing run."""
