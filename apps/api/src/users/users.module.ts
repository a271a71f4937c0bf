import { Module } from '@nestjs/common';
import { HighlightsModule } from '../highlights/highlights.module';
import { ProfilesModule } from '../profiles/profiles.module';
import { StoriesModule } from '../stories/stories.module';
import { UsersController } from './users.controller';
import { UsersService } from './users.service';

@Module({
  imports: [ProfilesModule, StoriesModule, HighlightsModule],
  controllers: [UsersController],
  providers: [UsersService],
})
export class UsersModule {}
