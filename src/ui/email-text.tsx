/**
 * An address that breaks after its "@" first: in a narrow column it would break in the middle of a
 * word.
 */
export function EmailText({ value }: { value: string }) {
  const domain = value.indexOf("@") + 1;
  return (
    <>
      {value.slice(0, domain)}
      <wbr />
      {value.slice(domain)}
    </>
  );
}
