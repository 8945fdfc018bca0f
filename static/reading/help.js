// The help sheet.
