// Accepted host names. Prevents DNS rebinding: a foreign page can resolve its name to this
// machine's address, but the browser sends that name, which is rejected.
import type { IncomingMessage } from "node:http";
import { Rejected } from "../common/rejection.ts";
import { plainAddress } from "./client-address.ts";

const loopbackNames = new Set(["localhost", "127.0.0.1", "[::1]"]);
const wildcards = new Set(["0.0.0.0", "::", "[::]"]);

const bracketed = (host: string): string => (host.includes(":") && !host.startsWith("[") ? `[${host}]` : host);

function hostOf({ rawHeaders }: IncomingMessage): { host: string; name: string; port: string } {
  const given = rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === "host");
  const [host = ""] = given;
  const [, name, port = ""] = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::(\d{1,5}))?$/i.exec(host) ?? [];
  if (given.length !== 1 || !name || Number(port) > 65_535)
    throw new Rejected(400, "bad_host", "The request needs one Host header");
  return { host, name: name.toLowerCase(), port };
}

export function isOwnLoopback(incoming: IncomingMessage): boolean {
  const { name, port } = hostOf(incoming);
  return loopbackNames.has(name) && Number(port || 80) === incoming.socket.localPort;
}

/** @param listens the HOST to listen on; a wildcard accepts each local address */
export function createHostCheck(siteUrl: string, listens: string, more: readonly string[] = []) {
  const names = new Set(
    [...loopbackNames, new URL(siteUrl).hostname, ...more, bracketed(listens)].map((each) => each.toLowerCase()),
  );
  const anyAddress = wildcards.has(listens);
  for (const each of wildcards) names.delete(each);
  return (incoming: IncomingMessage): string => {
    const { host, name } = hostOf(incoming);
    const own = anyAddress && name === bracketed(plainAddress(incoming.socket.localAddress ?? ""));
    if (names.has(name) || own) return host;
    throw new Rejected(
      421,
      "wrong_host",
      "This server does not answer to that name. Set SITE_URL to the app's address.",
    );
  };
}
