/** Id of the button that opens a set. The focused one is the current set of the shortcuts. */
export const setButtonId = (id: string) => `set-${id}`;
