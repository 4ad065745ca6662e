"""Games that are played to their end by bots, programs and language models, hooks taking part. No Qt."""
