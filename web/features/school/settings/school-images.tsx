import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { messages } from '#contract/messages.ts';
import type { SchoolImages } from '#contract/school/school-images.ts';
import type { AllSettings } from '#contract/school/settings.ts';
import { errorMessage } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { settingsQuery } from '#web/api/school-queries.ts';
import { useAction } from '#web/api/use-action.ts';
import { FileDrop } from '#web/ui/inputs/file-drop.tsx';
import { useChangeSite } from '#web/ui/page/site.tsx';

interface ImageFieldProps {
  image: keyof SchoolImages;
  label: string;
  /** Of its button. */
  removal: string;
  hint: string;
  address: string;
}

/** An image that is saved as soon as it is picked. */
function ImageField({ image, label, removal, hint, address }: ImageFieldProps) {
  const queryClient = useQueryClient();
  const changeSite = useChangeSite();
  const params = { image };
  const [refusal, setRefusal] = useState<string>();
  const saving = useAction({
    run: (file: File | undefined) =>
      file
        ? call('PUT /admin/settings/school/images/:image', { params, fields: {}, files: { file } })
        : call('DELETE /admin/settings/school/images/:image', { params }),
    messages: messages.settings,
    onError: (error) => setRefusal(errorMessage(error, messages.settings.error)),
    onSuccess: (saved) => {
      setRefusal(undefined);
      queryClient.setQueryData(settingsQuery().queryKey, saved);
      changeSite({ logo: saved.settings.school.images.logo });
    },
  });
  return (
    <div className="flex items-end gap-3">
      <div className="min-w-0 grow">
        <FileDrop
          label={label}
          kind="mark"
          accept=".svg,.png,.jpg,.jpeg"
          hint={saving.isBusy ? messages.settings.loading : hint}
          file={undefined}
          error={refusal}
          currentUrl={address === '' ? undefined : address}
          onFile={(file) => void (file && saving.start(file))}
        />
      </div>
      {address !== '' && (
        <button
          type="button"
          className="btn btn-ghost btn-square mb-6 text-error"
          aria-label={removal}
          onClick={() => void saving.start(undefined)}
        >
          <Trash2 size={20} aria-hidden="true" />
        </button>
      )}
    </div>
  );
}

/** Logo and icon. */
export const SchoolImageFields = ({ images }: { images: AllSettings['school']['images'] }) => {
  const { t } = useLingui();
  return (
    <>
      <ImageField
        image="logo"
        label={t`Logo`}
        removal={t`Remove logo`}
        address={images.logo}
        hint={t`Square SVG, PNG or JPEG, up to 5 MB. In the header, in emails and on receipts.`}
      />
      <ImageField
        image="icon"
        label={t`Icon`}
        removal={t`Remove icon`}
        address={images.icon}
        hint={t`In browser tabs and on home screens. Without one, the logo.`}
      />
    </>
  );
};
