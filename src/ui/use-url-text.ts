// Text that a person types and that stands in the URL. The URL changes a moment later than the
// field: bound directly to it, quick typing would lose letters. It never writes once another page
// was asked for: a late change of the filters would take back a link that was followed right after
// typing.
import { useRouter } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";

const AFTER_MS = 200;

export function useUrlText(inUrl: string, write: (text: string) => void): [string, (text: string) => void] {
  const [text, setText] = useState(inUrl);
  const written = useRef(inUrl);
  const send = useRef(write);
  const { history } = useRouter();
  useEffect(() => {
    send.current = write;
  });
  // The URL changed by itself (back, a link, "clear filters"): it wins.
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
  return [text, setText];
}
