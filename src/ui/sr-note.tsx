/** A word after a text, for screen readers only. */
export const SrNote = ({ text }: { text: string }) => <span className="sr-only"> {text}</span>;
