// AndroidManifest.xml as it is in a package: binary XML (android-chunks.ts).
import { type Chunk, chunksFrom, chunkType, stringPool, type Value, valueAt, valueType } from "./android-chunks.ts";
import { type Bytes, DamagedPackage } from "./bytes.ts";

/** Attributes are told apart by the number of their resource: names may be left out or changed. */
const attributes: Readonly<Record<number, string>> = {
  16842753: "label",
  16842754: "icon",
  16842767: "debuggable",
  16843276: "minSdkVersion",
  16843291: "versionCode",
  16843292: "versionName",
  16844150: "versionCodeMajor",
};

interface AttributeValue extends Value {
  /** Of a text. */
  text: string | undefined;
}

export interface AndroidManifest {
  packageId: string;
  /** A text, or a reference into resources.arsc. */
  versionName: AttributeValue | undefined;
  /** `versionCode`, with `versionCodeMajor` above it where there is one. */
  versionCode: string;
  minSdk: number | undefined;
  label: AttributeValue | undefined;
  icon: AttributeValue | undefined;
  debuggable: boolean;
  /** Only a part of an app, which does not run by itself. */
  split: boolean;
}

type Element = Readonly<Record<string, AttributeValue | undefined>>;

/**
 * A start tag: {chunk header, u32 line, u32 comment}, then from 16 on {u32 namespace, u32 name, u16
 * start and u16 size of attributes, u16 count}; an attribute is {u32 namespace, u32 name, u32 raw
 * text, value}.
 */
function elementOf(
  { bytes }: Chunk,
  textOf: (index: number) => string | undefined,
  resources: readonly number[],
): [name: string, Element] {
  const name = textOf(bytes.u32(20)) ?? "";
  const start = 16 + bytes.u16(24);
  const size = bytes.u16(26);
  const count = bytes.u16(28);
  if (size < 20 && count > 0) throw new DamagedPackage("attributes");
  const element: Record<string, AttributeValue> = {};
  for (let i = 0; i < count; i += 1) {
    const at = start + i * size;
    const index = bytes.u32(at + 4);
    const resource = resources[index];
    const key = resource === undefined || resource === 0 ? textOf(index) : attributes[resource];
    if (key === undefined || Object.hasOwn(element, key)) continue;
    const value = valueAt(bytes, at + 12);
    element[key] = { ...value, text: value.type === valueType.string ? textOf(value.data) : undefined };
  }
  return [name, element];
}

const numberOf = (value: AttributeValue | undefined): number | undefined =>
  value && (value.type === valueType.decimal || value.type === valueType.hexadecimal) ? value.data : undefined;

/** Throws `DamagedPackage`. */
export function readAndroidManifest(bytes: Bytes): AndroidManifest {
  if (bytes.u16(0) !== chunkType.xml) throw new DamagedPackage("no binary XML");
  let textOf: (index: number) => string | undefined = () => undefined;
  let resources: readonly number[] = [];
  let manifest: Element | undefined;
  let application: Element = {};
  let sdk: Element = {};
  for (const chunk of chunksFrom(bytes, bytes.u16(2))) {
    if (chunk.type === chunkType.stringPool) textOf = stringPool(chunk);
    if (chunk.type === chunkType.resourceMap) {
      const count = Math.floor((chunk.bytes.length - chunk.headerSize) / 4);
      resources = Array.from({ length: count }, (_, i) => chunk.bytes.u32(chunk.headerSize + i * 4));
    }
    if (chunk.type !== chunkType.startElement) continue;
    const [name, element] = elementOf(chunk, textOf, resources);
    if (name === "manifest") manifest ??= element;
    if (name === "application") application = element;
    if (name === "uses-sdk") sdk = element;
  }
  const packageId = manifest?.package?.text;
  if (!manifest || !packageId) throw new DamagedPackage("no package name");
  const code = BigInt(numberOf(manifest.versionCode) ?? 0);
  const major = BigInt(numberOf(manifest.versionCodeMajor) ?? 0);
  return {
    packageId,
    versionName: manifest.versionName,
    versionCode: String((major << 32n) | code),
    minSdk: numberOf(sdk.minSdkVersion),
    label: application.label,
    icon: application.icon,
    debuggable: application.debuggable?.type === valueType.boolean && application.debuggable.data !== 0,
    split: manifest.split !== undefined,
  };
}
