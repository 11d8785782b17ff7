/** An e-mail address that wraps first after the "@". */
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
