"""Operations: backing up, restoring, and verifying what is stored."""
