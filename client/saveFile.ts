export interface LoadedFile {
  name: string;
  blob: Blob;
}

/** Starts a download of a file in the browser. */
export function saveFile({ name, blob }: LoadedFile): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Browsers read the URL after the click handler returns.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
