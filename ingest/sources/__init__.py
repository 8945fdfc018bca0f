"""Input files: a file, a folder, an archive or a URL, and the manifest that describes them."""
