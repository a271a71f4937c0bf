import { Module } from '@nestjs/common';
import { Profiles } from './profiles';
import { UsersController } from './users.controller';
import { UsersService } from './users.service';

@Module({ controllers: [UsersController], providers: [UsersService, Profiles], exports: [Profiles] })
export class UsersModule {}
