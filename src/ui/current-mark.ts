// Style of the link to the open page. The bottom bar uses the same colors around its icon.
export const markedWhenCurrent = "aria-[current]:bg-accent-soft aria-[current]:text-accent";
