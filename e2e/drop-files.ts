import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';

interface DroppedFile {
  name: string;
  base64: string;
  /** As the computer says it; a video without one. */
  type?: string;
}

/** The last row of a section, on which files are dropped into it. */
export const endOf = (page: Page, section: string): Locator =>
  page
    .getByRole('listitem')
    .filter({ hasText: new RegExp(`Upload files|“${section}”`) })
    .last();

/** Drops files of the computer on a row of the curriculum, which says where they would be added. */
export const dropOn = async (row: Locator, place: string, files: readonly DroppedFile[]): Promise<void> => {
  const page = row.page();
  const dataTransfer = await page.evaluateHandle((dropped: readonly DroppedFile[]) => {
    const transfer = new DataTransfer();
    for (const { name, base64, type = 'video/mp4' } of dropped)
      transfer.items.add(
        new File([Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))], name, { type }),
      );
    return transfer;
  }, files);
  await row.dispatchEvent('dragover', { dataTransfer });
  await expect(page.getByText(`Drop ${files.length} files ${place}`)).toBeVisible();
  await row.dispatchEvent('drop', { dataTransfer });
};
