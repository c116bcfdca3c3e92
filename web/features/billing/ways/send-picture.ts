import { toast } from 'react-hot-toast/headless';
import { errorMessage } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { messages } from '#contract/messages.ts';

/** Without it the request waits all the same, and its page takes another one. */
export const sendPicture = async (requestId: string, picture: File | undefined): Promise<void> => {
  if (!picture) return;
  try {
    await call('PUT /payments/requests/:requestId/picture', { params: { requestId }, fields: {}, files: { picture } });
  } catch (error) {
    toast.error(errorMessage(error, messages.ways.pictureNotSent));
  }
};
