import { expect, test } from "vitest";
import { repairedAddress } from "../../../src/lib/damaged-link.ts";

const token = "0123456789abcdef".repeat(4);
const id = "3f2b8c1e-5a4d-4b6f-9c7e-0123456789ab";
const hash = "a1".repeat(28);
const repaired = (address: string) => repairedAddress(new URL(address, "https://app.test") as unknown as Location);

test.each([
  `/join#${token}.`,
  `/join#${token}).`,
  `/join#${token}>`,
  `/join#${token}">`,
  `/join#${token}”`,
  `/join#${token}）。`,
  `/join#${token}%20`,
  `/join#${token}%0D%0A`,
  `/join#${token.slice(0, 30)}%0A${token.slice(30)}`,
  `/join#${token.slice(0, 30)} ${token.slice(30)}`,
  `/join#${token.slice(0, 30)}\u00ad${token.slice(30)}`,
  `/join#%E2%80%8B${token}`,
  `/join#${token.toUpperCase()}`,
  `/JOIN#${token}`,
  `/join#${token}?utm_source=mail`,
  `/join#${token}&fbclid=x`,
  `/join%23${token}`,
  `/join%23${token}.`,
])("finds the token in %j", (address) => {
  expect(repaired(address).toLowerCase()).toBe(`/join#${token}`);
});

test.each([
  [`/join?utm_source=mail#${token}.`, `/join?utm_source=mail#${token}`],
  [`/auth/confirm#type=recovery&amp;token_hash=${hash}`, `/auth/confirm#type=recovery&token_hash=${hash}`],
  [`/auth/confirm#type=recovery&amp;amp;token_hash=${hash}`, `/auth/confirm#type=recovery&token_hash=${hash}`],
  [`/auth/confirm#type%3Drecovery%26token_hash%3D${hash}.`, `/auth/confirm#type=recovery&token_hash=${hash}`],
  [`/auth/confirm%23type=recovery&token_hash=${hash}`, `/auth/confirm#type=recovery&token_hash=${hash}`],
  [`/auth/confirm#type=3Drecovery&token_hash=3D${hash})`, `/auth/confirm#type=recovery&token_hash=${hash}`],
  [`/auth/confirm#TYPE=RECOVERY&TOKEN_HASH=${hash.toUpperCase()}`, `/auth/confirm#type=recovery&token_hash=${hash}`],
  [`/#access_token=a.b.C-_&refresh_token=Xy.`, `/#access_token=a.b.C-_&refresh_token=Xy`],
  [`/apps/${id}).`, `/apps/${id}`],
  [`/apps/${id.toUpperCase()}?from=x`, `/apps/${id}?from=x`],
  ["/apps.", "/apps"],
  ["/%22", "/"],
])("repairs %j to %j", (address, expected) => {
  expect(repaired(address)).toBe(expected);
});

test.each([
  "/",
  "/apps?q=C%23%20%26amp;.",
  "/apps?q=a.",
  "/terms#data",
  "/about#What-we-do.",
  `/join#${token.slice(1)}`,
  `/join#${token}x`,
  `/auth/confirm#type=recovery&token_hash=3d${hash.slice(2)}`,
  "/developer/files?path=a/b).",
])("leaves %j unchanged", (address) => {
  expect(repaired(address)).toBe(address);
});
