/** Hands a file to the browser's downloads. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The browser has taken it by then, also where it asks for a place first.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
