"""Games and rosters in a database: SQLite by default, PostgreSQL for many players."""
