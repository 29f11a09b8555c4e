/** Hands a file to the user. */
export function saveFile(name: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // The browser reads the blob after the click; it is let go once it surely has.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
