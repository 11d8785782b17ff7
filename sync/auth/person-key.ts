// Where the browser's storage says who is signed in: also read before the rest of sync/ is loaded.
export const personKey = "betaflock-person";
