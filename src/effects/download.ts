/** Hands a file to the user, who finds it among the browser's downloads under that name. */
export function saveFile(name: string, file: Blob): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // The browser reads the blob after the click; it is released after that.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
