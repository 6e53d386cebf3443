"""Training: self-play, a learner and evaluations. Requires `pip install tefuda[train]`."""
