import { CreateBucketCommand, paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3';
import { startSwift } from '#test/deploy/swift-servers.ts';
import { bucketSettings } from '#test/object-store.ts';

const BUCKET = 'lectern-bench';

/** Swift with an empty bucket, and the settings that lead to it. */
export const startObjectStore = async () => {
  const { endpoint, key, stop } = await startSwift();
  const credentials = { accessKeyId: key.id, secretAccessKey: key.secret };
  const client = new S3Client({ endpoint, region: 'us-east-1', credentials, forcePathStyle: true });
  await client.send(new CreateBucketCommand({ Bucket: BUCKET }));
  return {
    settings: bucketSettings(endpoint, BUCKET, key),
    sizeBytes: async (): Promise<number> => {
      let sum = 0;
      for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: BUCKET }))
        for (const { Size = 0 } of Contents) sum += Size;
      return sum;
    },
    stop: async (): Promise<void> => {
      client.destroy();
      await stop();
    },
  };
};
