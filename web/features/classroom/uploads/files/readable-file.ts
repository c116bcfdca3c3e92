export const UNREADABLE = 'This file cannot be read. It may have been moved or changed; choose it again.';

/** False once a picked file was moved, changed or deleted. */
export const isReadable = (file: File): Promise<boolean> =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );
