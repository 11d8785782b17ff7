// A text field whose value is in the URL. The URL is updated with a delay, because a direct binding
// loses letters. Never writes after a navigation, which it would undo.
import { useRouter } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";

const AFTER_MS = 200;

/** @returns the text, its setter, and a function that clears it at once */
export function useUrlText(
  inUrl: string,
  write: (text: string) => void,
): [text: string, setText: (text: string) => void, clear: () => void] {
  const [text, setText] = useState(inUrl);
  const written = useRef(inUrl);
  const send = useRef(write);
  const { history } = useRouter();
  useEffect(() => {
    send.current = write;
  });
  // The URL changed elsewhere (back, a link, "clear filters"): it wins.
  useEffect(() => {
    if (inUrl === written.current) return;
    written.current = inUrl;
    setText(inUrl);
  }, [inUrl]);
  useEffect(() => {
    if (text === written.current) return;
    const page = history.location.pathname;
    const timer = setTimeout(() => {
      if (history.location.pathname !== page) return;
      written.current = text;
      send.current(text);
    }, AFTER_MS);
    return () => clearTimeout(timer);
  }, [text, history]);
  return [text, setText, () => write("")];
}
