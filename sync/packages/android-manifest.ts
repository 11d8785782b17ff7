// Reads a package's AndroidManifest.xml, which is binary XML (android-chunks.ts).
import {
  type Chunk,
  chunksFrom,
  chunkType,
  stringPool,
  textOfValue,
  type Value,
  valueAt,
  valueType,
} from "./android-chunks.ts";
import { type Bytes, DamagedPackage } from "./bytes.ts";

/** Identifies attributes by resource number, because names may be missing or changed. */
const attributes: Readonly<Record<number, string>> = {
  16842753: "label",
  16842754: "icon",
  16842755: "name",
  16842767: "debuggable",
  16842788: "value",
  16843376: "targetSdkVersion",
  16843378: "testOnly",
  16844177: "isSplitRequired",
  16844366: "requiredSplitTypes",
  16843276: "minSdkVersion",
  16843291: "versionCode",
  16843292: "versionName",
  16844150: "versionCodeMajor",
};

interface AttributeValue extends Value {
  /** Undefined for a reference to a resource. */
  text: string | undefined;
}

export interface AndroidManifest {
  packageId: string;
  /** A text, or a reference into resources.arsc. */
  versionName: AttributeValue | undefined;
  /** `versionCode`, combined with `versionCodeMajor` if present. */
  versionCode: string;
  minSdk: number | undefined;
  /** Null: the name of an Android preview. Undefined: missing, so `minSdk` applies. */
  targetSdk: number | null | undefined;
  label: AttributeValue | undefined;
  icon: AttributeValue | undefined;
  debuggable: boolean;
  /** Installs only with `adb install -t`. */
  testOnly: boolean;
  /** True for a part of an app, which does not run alone. */
  split: boolean;
  /** True for a base that needs its other parts. */
  needsSplits: boolean;
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
    element[key] = { ...value, text: textOfValue(value, textOf) };
  }
  return [name, element];
}

const numberOf = (value: AttributeValue | undefined): number | undefined =>
  value && (value.type === valueType.decimal || value.type === valueType.hexadecimal)
    ? value.data
    : value?.type === valueType.string && /^\d{1,9}$/.test(value.text ?? "")
      ? Number(value.text)
      : undefined;

/** Written as a boolean, a number or a text. */
const isTrue = (value: AttributeValue | undefined): boolean =>
  value?.type === valueType.string
    ? value.text === "true"
    : value !== undefined && value.type !== valueType.reference && value.data !== 0;

const splitsRequired = "com.android.vending.splits.required";

/** Reads a manifest. Throws `DamagedPackage`. */
export function readAndroidManifest(bytes: Bytes): AndroidManifest {
  // Libraries (AAR) and projects have a text manifest, which no phone reads.
  if (/^(\ufeff|\s)*<[?!a-z]/i.test(bytes.text(0, Math.min(bytes.length, 64), "utf-8")))
    throw new DamagedPackage("XML as text", "wrong_type");
  if (bytes.u16(0) !== chunkType.xml) throw new DamagedPackage("no binary XML");
  let textOf: (index: number) => string | undefined = () => undefined;
  let resources: readonly number[] = [];
  let manifest: Element | undefined;
  let application: Element = {};
  let sdk: Element = {};
  let needsSplits = false;
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
    if (name === "meta-data" && element.name?.text === splitsRequired && isTrue(element.value)) needsSplits = true;
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
    targetSdk: sdk.targetSdkVersion && (numberOf(sdk.targetSdkVersion) ?? null),
    debuggable: isTrue(application.debuggable),
    testOnly: isTrue(application.testOnly),
    split: manifest.split !== undefined,
    needsSplits:
      needsSplits ||
      isTrue(manifest.isSplitRequired) ||
      isTrue(application.isSplitRequired) ||
      (manifest.requiredSplitTypes?.text ?? "") !== "",
  };
}
