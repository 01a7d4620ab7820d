export interface LoadedFile {
  name: string;
  blob: Blob;
}

/** Hands a file to the browser, which saves it. */
export function saveFile({ name, blob }: LoadedFile): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Browsers read the address after the press was handled.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
