export function downloadBlob(blob: Blob, fileName: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = fileName;
  link.click();
  // The browser reads the file a moment after the click.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

export function downloadText(text: string, type: string, fileName: string): void {
  downloadBlob(new Blob([text], { type: `${type};charset=utf-8` }), fileName);
}
