// Storage key of the signed-in person, which is also read before the rest of sync/ loads.
export const personKey = "betaflock-person";
