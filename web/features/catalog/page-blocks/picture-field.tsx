import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { messages } from '#contract/messages.ts';
import { errorMessage } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { useAction } from '#web/api/use-action.ts';
import { FileDrop, THUMBNAIL_ACCEPT } from '#web/ui/inputs/file-drop.tsx';

interface PictureFieldProps {
  page: string;
  /** Its key; '' without one. */
  picture: string;
  error: string | undefined;
  onPicture: (picture: string) => void;
}

/** A picture that is uploaded as soon as it is picked, and shown with the block that is saved. */
export function PictureField({ page, picture, error, onPicture }: PictureFieldProps) {
  const { t } = useLingui();
  const [refusal, setRefusal] = useState<string>();
  const upload = useAction({
    run: (file: File) => call('POST /admin/blocks/:page/pictures', { params: { page }, fields: {}, files: { file } }),
    messages: { error: messages.pageBlocks.pictureFailed },
    onError: (failure) => setRefusal(errorMessage(failure, messages.pageBlocks.pictureFailed)),
    onSuccess: (added) => {
      setRefusal(undefined);
      onPicture(added.picture);
    },
  });
  return (
    <FileDrop
      label={t`Picture`}
      kind="image"
      accept={THUMBNAIL_ACCEPT}
      hint={upload.isBusy ? t`Uploading…` : t`JPEG or PNG, up to 5 MB. Wide ones fit best: they are cut to 16:9.`}
      file={undefined}
      error={refusal ?? error}
      currentUrl={picture === '' ? undefined : `/files/${picture}`}
      onFile={(file) => void (file && upload.start(file))}
    />
  );
}
