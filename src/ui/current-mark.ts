// How a link says that its page is the open one: everywhere the accent's soft ground below the
// accent's colour. The phone's bar has the same two, the ground around its icon.
export const markedWhenCurrent = "aria-[current]:bg-accent-soft aria-[current]:text-accent";
