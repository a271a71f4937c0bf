import { Module } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ENV, type Env } from '../config/env';
import { installationSecret } from '../database/installation-secrets';
import { StoredSecrets } from './stored-secrets';
import { TokenCipher } from './token-cipher';

/** Undefined in production without SECRETS_KEY: a key that is stored beside the data would protect nothing. */
async function keyOf(env: Env, dataSource: DataSource): Promise<TokenCipher | undefined> {
  if (env.SECRETS_KEY) return new TokenCipher(env.SECRETS_KEY);
  // This key encrypts every stored secret. Its name is that of the first kind, because existing installations have it by this name.
  return env.NODE_ENV === 'production'
    ? undefined
    : new TokenCipher([await installationSecret(dataSource, 'second-factors')]);
}

@Module({
  providers: [
    {
      provide: StoredSecrets,
      inject: [ENV, DataSource],
      useFactory: async (env: Env, dataSource: DataSource) => new StoredSecrets(await keyOf(env, dataSource)),
    },
  ],
  exports: [StoredSecrets],
})
export class SecretsModule {}
