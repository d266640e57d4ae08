"""Files that people write: packs, scenarios, messages and rule catalogues, read with every fault at its place."""
