"""Worker on runs: taking pieces, asking models, marking answers, writing them down."""
