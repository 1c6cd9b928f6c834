"""What the studies are made of: hands drawn and judged, auctions and games counted, charts and verdicts."""
