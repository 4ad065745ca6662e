"""Games in and out: files of other programs are read into games of ours, and games of ours written for other programs. No Qt."""
