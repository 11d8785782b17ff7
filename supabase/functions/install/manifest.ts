// The property list with which iOS installs an app from a web page.
// https://developer.apple.com/documentation/devicemanagement/manifesturl

export interface ManifestFacts {
  /** Address of the IPA; fetched without cookies or headers. */
  file: string;
  icon: string;
  bundleId: string;
  version: string;
  title: string;
}

/** XML cannot contain other control characters, even escaped. */
export const xml = (text: string): string =>
  [...text]
    .filter((sign) => sign >= " " || sign === "\t" || sign === "\n")
    .join("")
    .replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

export function manifestOf({ file, icon, bundleId, version, title }: ManifestFacts): string {
  const asset = (kind: string, url: string, more = "") =>
    `<dict><key>kind</key><string>${kind}</string>${more}<key>url</key><string>${xml(url)}</string></dict>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict><key>items</key><array><dict>
<key>assets</key><array>
${asset("software-package", file)}
${asset("display-image", icon, "<key>needs-shine</key><false/>")}
</array>
<key>metadata</key><dict>
<key>bundle-identifier</key><string>${xml(bundleId)}</string>
<key>bundle-version</key><string>${xml(version)}</string>
<key>kind</key><string>software</string>
<key>title</key><string>${xml(title)}</string>
</dict>
</dict></array></dict></plist>
`;
}
