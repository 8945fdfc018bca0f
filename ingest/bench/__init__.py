"""What is measured of a library: times, sizes, growth."""
