import { Body, Delete, Get, Param, Post, Query } from '@nestjs/common';
import type { RequestedChange } from '../../platform/idempotent-changes/idempotent-changes';
import { DashboardController, FreshPassword, Support, SupportViewers } from '../access/access';
import { Change, SentAgain } from '../access/requested-change';
import { CurrentUser, type SignedIn } from '../access/signed-in';
import { Answers } from '../http/answers';
import { IdPipe } from '../http/ids';
import { CustomerSearchService } from './customer-search.service';
import {
  CreateCustomerBody,
  CustomerDetailView,
  CustomerNoteBody,
  CustomerNoteView,
  CustomerPage,
  CustomerQuery,
  IssuedPasswordLinkView,
  NewCustomerView,
  PasswordLinkOptions,
} from './customers.dto';
import { CustomersService } from './customers.service';
import { InvitationsService } from './invitations.service';

@DashboardController('support', 'Support')
@Support()
export class CustomersController {
  constructor(
    private readonly customerSearch: CustomerSearchService,
    private readonly customers: CustomersService,
    private readonly invitations: InvitationsService,
  ) {}

  @Get('accounts')
  @SupportViewers()
  @Answers(200, 'Search accounts by name, email address, key or request id', CustomerPage)
  search(@Query() query: CustomerQuery): Promise<CustomerPage> {
    return this.customerSearch.search(query);
  }

  @Post('accounts')
  @FreshPassword()
  @SentAgain()
  @Answers(201, 'Create an account and its owner', NewCustomerView)
  create(
    @Change() change: RequestedChange,
    @CurrentUser() user: SignedIn,
    @Body() body: CreateCustomerBody,
  ): Promise<NewCustomerView> {
    return this.invitations.create(change, user, body);
  }

  @Get('accounts/:account_id')
  @SupportViewers()
  @Answers(200, 'Get an account and its owners', CustomerDetailView)
  read(@Param('account_id', IdPipe) accountId: number): Promise<CustomerDetailView> {
    return this.customers.read(accountId);
  }

  @Post('accounts/:account_id/notes')
  @SentAgain()
  @Answers(201, 'Pin a note for support to an account', CustomerNoteView)
  addNote(
    @Change() change: RequestedChange,
    @CurrentUser() user: SignedIn,
    @Param('account_id', IdPipe) accountId: number,
    @Body() { text }: CustomerNoteBody,
  ): Promise<CustomerNoteView> {
    return this.customers.addNote(change, accountId, user, text);
  }

  @Delete('accounts/:account_id/notes/:note_id')
  @Answers(204, 'Remove a note')
  removeNote(
    @CurrentUser() user: SignedIn,
    @Param('account_id', IdPipe) accountId: number,
    @Param('note_id', IdPipe) noteId: number,
  ): Promise<void> {
    return this.customers.removeNote(accountId, user, noteId);
  }

  @Post('users/:user_id/password-link')
  @FreshPassword()
  @SentAgain()
  @Answers(201, 'Issue a one-time link for a member to set a password', IssuedPasswordLinkView)
  passwordLink(
    @Change() change: RequestedChange,
    @CurrentUser() user: SignedIn,
    @Param('user_id', IdPipe) userId: number,
    @Body() options: PasswordLinkOptions,
  ): Promise<IssuedPasswordLinkView> {
    return this.invitations.issuePasswordLink(change, user, userId, options);
  }
}
