-- Chapter 28: whoever is not signed in asks each minute and listens to no topic: a socket for each passer-by is what saturates first (SCALE.md).
alter policy betaflock_catalog on realtime.messages to authenticated;
