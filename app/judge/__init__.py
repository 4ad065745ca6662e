"""The judge that runs by itself: mails read and answered, phases processed when their time has come, without anybody."""
