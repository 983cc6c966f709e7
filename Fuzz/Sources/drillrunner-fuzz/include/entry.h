// Nothing: the module has to have a header.
