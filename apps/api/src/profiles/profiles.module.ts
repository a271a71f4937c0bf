import { Module } from '@nestjs/common';
import { Profiles } from './profiles';

/** Profiles stand behind most operations on users: the privacy of an account decides what its lists mean. */
@Module({ providers: [Profiles], exports: [Profiles] })
export class ProfilesModule {}
