export const SrNote = ({ text }: { text: string }) => <span className="sr-only"> {text}</span>;
