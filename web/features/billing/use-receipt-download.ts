import { useState } from 'react';
import { download, saveFile } from '#web/api/download.ts';
import { useAction } from '#web/api/use-action.ts';

/** Downloads receipts one at a time; `fetching` is the number of the current one. */
export function useReceiptDownload() {
  const [fetching, setFetching] = useState<string>();
  const action = useAction({
    run: (receiptNumber: string) => {
      setFetching(receiptNumber);
      return download('GET /payments/receipts/:receiptNumber', `${receiptNumber}.pdf`, { params: { receiptNumber } });
    },
    messages: { error: 'The receipt could not be downloaded. Please try again.' },
    onSuccess: (file) => {
      saveFile(file);
      setFetching(undefined);
    },
    onError: () => setFetching(undefined),
  });
  return { fetching, onDownload: (receiptNumber: string) => void action.start(receiptNumber) };
}
