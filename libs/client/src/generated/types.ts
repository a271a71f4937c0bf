// Generated from the table of operations by `npm run generate`. Do not edit.

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description The biography, with what it refers to. */
        BiographyText: {
            /** @description The same text as biography. */
            raw_text?: string | null;
            /** @description Mentions and hashtags, itemised. */
            entities?: {
                [key: string]: unknown;
            }[] | null;
        } & {
            [key: string]: unknown;
        };
        /** @description A link of a profile. */
        BioLink: {
            url?: string | null;
            title?: string | null;
        } & {
            [key: string]: unknown;
        };
        /** @description A full user: about 250 fields, passed through as the upstream sends them. These are the commonly used ones. */
        Profile: {
            /** @description Numeric user id; the id that every other user endpoint takes. */
            pk: string;
            username?: string | null;
            full_name?: string | null;
            /** @description Plain text. */
            biography?: string | null;
            biography_with_entities?: components["schemas"]["BiographyText"] | null;
            external_url?: string | null;
            /** @description More complete than external_url. */
            bio_links?: components["schemas"]["BioLink"][] | null;
            /** Format: int64 */
            follower_count?: number | null;
            /** Format: int64 */
            following_count?: number | null;
            /** Format: int64 */
            media_count?: number | null;
            is_private?: boolean | null;
            is_verified?: boolean | null;
            is_business?: boolean | null;
            category?: string | null;
            public_email?: string | null;
            /**
             * Format: uri
             * @description Signed; expires within hours.
             */
            profile_pic_url?: string | null;
            /** @description Choose the largest. The URLs are signed and expire. */
            hd_profile_pic_versions?: components["schemas"]["ImageFile"][] | null;
            has_highlight_reels?: boolean | null;
            pronouns?: string[] | null;
        } & {
            [key: string]: unknown;
        };
        /** @description A user in a list: about 15 fields, without follower or following counts. */
        CompactUser: {
            /** @description Id: a string of digits, even if the upstream sends a number. */
            pk: string;
            username?: string | null;
            full_name?: string | null;
            is_private?: boolean | null;
            is_verified?: boolean | null;
            /**
             * Format: uri
             * @description Signed; expires within hours.
             */
            profile_pic_url?: string | null;
            /**
             * Format: int64
             * @description Unix seconds of the latest story; 0 for none.
             */
            latest_reel_media?: number | null;
            account_badges?: {
                [key: string]: unknown;
            }[] | null;
            /** @description The same as pk. */
            id?: string | null;
            /** @description Id of the account in another network of the upstream’s company. */
            fbid_v2?: string | null;
            /** @description <media_id>_<user_id> of the picture; missing if the account has no picture. */
            profile_pic_id?: string | null;
        } & {
            [key: string]: unknown;
        };
        /** @description A user as the account search returns it. */
        SearchUser: {
            /** @description Id: a string of digits, even if the upstream sends a number. */
            pk: string;
            username?: string | null;
            full_name?: string | null;
            is_private?: boolean | null;
            is_verified?: boolean | null;
            /**
             * Format: uri
             * @description Signed; expires within hours.
             */
            profile_pic_url?: string | null;
            /** @description A text for people, such as “1,204 followers”. */
            social_context?: string | null;
        } & {
            [key: string]: unknown;
        };
        /** @description Parsed from a rendered panel on a best-effort basis. */
        AboutPanel: {
            /** @description From the line with this label; null if the panel has no such line. */
            date_joined: string | null;
            former_usernames: string[];
            /** Format: int64 */
            former_usernames_count: number | null;
            /** @description Every text line of the panel, in order: the reliable field. */
            details: string[];
        };
        /** @description A picture file. */
        ImageFile: {
            /** Format: int32 */
            width?: number | null;
            /** Format: int32 */
            height?: number | null;
            /**
             * Format: uri
             * @description Signed; expires within hours.
             */
            url?: string | null;
        } & {
            [key: string]: unknown;
        };
        /** @description The picture of a post, or the cover of a video. */
        ImageVersions: {
            /** @description Largest first. */
            candidates?: components["schemas"]["ImageFile"][] | null;
        } & {
            [key: string]: unknown;
        };
        /** @description A video file. */
        VideoVersion: {
            /** Format: int32 */
            width?: number | null;
            /** Format: int32 */
            height?: number | null;
            /**
             * Format: uri
             * @description Signed; expires within hours.
             */
            url?: string | null;
        } & {
            [key: string]: unknown;
        };
        /** @description A user mentioned in another object. */
        UserRef: {
            /** @description Id: a string of digits, even if the upstream sends a number. */
            pk?: string | null;
            username?: string | null;
        } & {
            [key: string]: unknown;
        };
        /** @description The owner of a post. */
        MediaOwner: {
            /** @description Id: a string of digits, even if the upstream sends a number. */
            pk?: string | null;
            username?: string | null;
            is_verified?: boolean | null;
        } & {
            [key: string]: unknown;
        };
        /** @description An object or null, never a string. */
        Caption: {
            /** @description null for a post without a caption. */
            text?: string | null;
            /**
             * Format: int64
             * @description Unix seconds.
             */
            created_at?: number | null;
            user?: components["schemas"]["UserRef"] | null;
        } & {
            [key: string]: unknown;
        };
        /** @description The place of a post. Regions and countries have no coordinates. */
        MediaLocation: {
            /** @description Id: a string of digits, even if the upstream sends a number. */
            pk?: string | null;
            name?: string | null;
            /** Format: double */
            lat?: number | null;
            /** Format: double */
            lng?: number | null;
        } & {
            [key: string]: unknown;
        };
        /** @description An account tagged on a photo. */
        UserTag: {
            user?: components["schemas"]["UserRef"] | null;
        } & {
            [key: string]: unknown;
        };
        /** @description Accounts tagged on photos. Always empty on videos. */
        UserTags: {
            in?: components["schemas"]["UserTag"][] | null;
        } & {
            [key: string]: unknown;
        };
        /** @description A photo or a video of a carousel, with files of its own. */
        CarouselChild: {
            image_versions2?: components["schemas"]["ImageVersions"] | null;
            /** @description Filled on videos, empty on photos. */
            video_versions?: components["schemas"]["VideoVersion"][] | null;
        } & {
            [key: string]: unknown;
        };
        /** @description A post: about 240 fields, passed through as the upstream sends them. These are the commonly used ones. */
        Media: {
            /** @description Numeric media id. */
            pk: string;
            /** @description Composite <media_id>_<owner_id>. */
            id?: string | null;
            /** @description Shortcode. */
            code?: string | null;
            /**
             * Format: int64
             * @description Unix seconds.
             */
            taken_at?: number | null;
            caption?: components["schemas"]["Caption"] | null;
            /**
             * Format: int64
             * @description If like_and_view_counts_disabled is true, a small number that is not the like count.
             */
            like_count?: number | null;
            /** Format: int64 */
            comment_count?: number | null;
            /**
             * Format: int64
             * @description null or missing if there is nothing to play.
             */
            play_count?: number | null;
            like_and_view_counts_disabled?: boolean | null;
            user?: components["schemas"]["MediaOwner"] | null;
            image_versions2?: components["schemas"]["ImageVersions"] | null;
            /** @description Filled on videos and reels, empty or missing on photos. */
            video_versions?: components["schemas"]["VideoVersion"][] | null;
            /**
             * Format: double
             * @description Seconds, of videos.
             */
            video_duration?: number | null;
            /** @description Of videos. */
            has_audio?: boolean | null;
            /** Format: int32 */
            original_width?: number | null;
            /** Format: int32 */
            original_height?: number | null;
            usertags?: components["schemas"]["UserTags"] | null;
            /** @description Collaborators; filled on videos too. */
            coauthor_producers?: components["schemas"]["UserRef"][] | null;
            location?: components["schemas"]["MediaLocation"] | null;
            /** @description Audio or music of a reel; null unless product_type is clips. */
            clips_metadata?: {
                [key: string]: unknown;
            } | null;
            is_paid_partnership?: boolean | null;
            /**
             * Format: int32
             * @description 1 photo, 2 video, 8 carousel.
             * @example 1
             * @example 2
             * @example 8
             */
            media_type?: number | null;
            /**
             * @description feed, clips (a reel), carousel_container.
             * @example feed
             * @example clips
             * @example carousel_container
             */
            product_type?: string | null;
            /**
             * Format: int64
             * @description Of carousels.
             */
            carousel_media_count?: number | null;
            /** @description Only on carousels; each child has its own files. */
            carousel_media?: components["schemas"]["CarouselChild"][] | null;
            /**
             * Format: int64
             * @description Start of the upload by the device’s clock, usually in milliseconds.
             */
            device_timestamp?: number | null;
        } & {
            [key: string]: unknown;
        };
        /** @description A story, or an item of a highlight. It has the fields of a post and those of its own stickers. Fields about likes, comments, plays and tagged accounts are mostly missing or meaningless. Passed through as the upstream sends it; these are the commonly used fields. */
        StoryItem: {
            /** @description Numeric media id. */
            pk: string;
            /** @description Composite <media_id>_<owner_id>. */
            id?: string | null;
            /** @description Shortcode. */
            code?: string | null;
            /**
             * Format: int64
             * @description Unix seconds.
             */
            taken_at?: number | null;
            caption?: components["schemas"]["Caption"] | null;
            /**
             * Format: int64
             * @description If like_and_view_counts_disabled is true, a small number that is not the like count.
             */
            like_count?: number | null;
            /** Format: int64 */
            comment_count?: number | null;
            /**
             * Format: int64
             * @description null or missing if there is nothing to play.
             */
            play_count?: number | null;
            like_and_view_counts_disabled?: boolean | null;
            user?: components["schemas"]["MediaOwner"] | null;
            image_versions2?: components["schemas"]["ImageVersions"] | null;
            /** @description Filled on videos and reels, empty or missing on photos. */
            video_versions?: components["schemas"]["VideoVersion"][] | null;
            /**
             * Format: double
             * @description Seconds, of videos.
             */
            video_duration?: number | null;
            /** @description Of videos. */
            has_audio?: boolean | null;
            /** Format: int32 */
            original_width?: number | null;
            /** Format: int32 */
            original_height?: number | null;
            usertags?: components["schemas"]["UserTags"] | null;
            /** @description Collaborators; filled on videos too. */
            coauthor_producers?: components["schemas"]["UserRef"][] | null;
            location?: components["schemas"]["MediaLocation"] | null;
            /** @description Audio or music of a reel; null unless product_type is clips. */
            clips_metadata?: {
                [key: string]: unknown;
            } | null;
            is_paid_partnership?: boolean | null;
            /**
             * Format: int64
             * @description Unix seconds: 24 hours after taken_at, also in highlights, which do not expire.
             */
            expiring_at?: number | null;
            /** @description Always true. */
            is_reel_media?: boolean | null;
            /**
             * Format: int32
             * @description 1 photo, 2 video.
             * @example 1
             * @example 2
             */
            media_type?: number | null;
            /**
             * @description story.
             * @example story
             */
            product_type?: string | null;
            /** @description Accounts mentioned by stickers. */
            reel_mentions?: {
                [key: string]: unknown;
            }[] | null;
            story_hashtags?: {
                [key: string]: unknown;
            }[] | null;
            story_locations?: {
                [key: string]: unknown;
            }[] | null;
            story_polls?: {
                [key: string]: unknown;
            }[] | null;
            story_questions?: {
                [key: string]: unknown;
            }[] | null;
            story_quizs?: {
                [key: string]: unknown;
            }[] | null;
            story_sliders?: {
                [key: string]: unknown;
            }[] | null;
            story_countdowns?: {
                [key: string]: unknown;
            }[] | null;
            story_link_stickers?: {
                [key: string]: unknown;
            }[] | null;
            story_feed_media?: {
                [key: string]: unknown;
            }[] | null;
            story_music_stickers?: {
                [key: string]: unknown;
            }[] | null;
        } & {
            [key: string]: unknown;
        };
        /** @description A comment, or a reply to a comment. Replies have no child_comment_count. */
        Comment: {
            /** @description Id: a string of digits, even if the upstream sends a number. */
            pk: string;
            text?: string | null;
            /**
             * Format: int64
             * @description Unix seconds.
             */
            created_at?: number | null;
            /** Format: int64 */
            comment_like_count?: number | null;
            /**
             * Format: int64
             * @description Number of replies.
             */
            child_comment_count?: number | null;
            is_liked_by_media_owner?: boolean | null;
            /** @description User id of the author. */
            user_id?: string | null;
            user?: components["schemas"]["UserRef"] | null;
            /** @description Numeric media id of the post. */
            media_id?: string | null;
            /** @description Some of the replies, usually none. */
            preview_child_comments?: {
                [key: string]: unknown;
            }[] | null;
            /** @description On replies: pk of the comment that is replied to. */
            parent_comment_id?: string | null;
        } & {
            [key: string]: unknown;
        };
        /** @description A page of comments, as the upstream sends it, with has_more and media_pk added. */
        CommentStream: {
            comments: components["schemas"]["Comment"][];
            /** @description Whether more comments follow. Use this field for paging. */
            has_more: boolean;
            /** @description Opaque paging token; send it unchanged as min_id. A string exactly when has_more is true. */
            next_min_id?: string | null;
            /** @description Opaque paging token toward older comments; send it unchanged as max_id. */
            next_max_id?: string | null;
            /** @description Composite <media_id>_<owner_id>. */
            media_pk: string;
            /** @description Covers only the inline preview; false even on posts with thousands of comments. Not for paging. */
            has_more_comments?: boolean | null;
            /** @description The upstream’s own flag for next_min_id. Not for paging. */
            has_more_headload_comments?: boolean | null;
            /**
             * Format: int64
             * @description All comments of the post, replies included.
             */
            comment_count?: number | null;
            /** @description The caption of the post, on the first page. */
            caption?: ({
                text?: string | null;
            } & {
                [key: string]: unknown;
            }) | null;
        } & {
            [key: string]: unknown;
        };
        /** @description A highlight of a user; its media are at /highlights/{highlight_id}. */
        HighlightTrayEntry: {
            /** @description highlight:<number> */
            id?: string | null;
            title?: string | null;
            /** Format: int64 */
            media_count?: number | null;
            /**
             * Format: int64
             * @description Unix seconds.
             */
            created_at?: number | null;
            is_pinned_highlight?: boolean | null;
            cover_media?: ({
                cropped_image_version?: ({
                    /**
                     * Format: uri
                     * @description Signed; expires within hours.
                     */
                    url?: string | null;
                } & {
                    [key: string]: unknown;
                }) | null;
            } & {
                [key: string]: unknown;
            }) | null;
            user?: components["schemas"]["UserRef"] | null;
        } & {
            [key: string]: unknown;
        };
        /** @description The place of a media. Regions and countries have no coordinates. */
        GridLocation: {
            /** @description Id: a string of digits, even if the upstream sends a number. */
            pk?: string | null;
            name?: string | null;
            /**
             * Format: double
             * @description Latitude.
             */
            "1flat"?: number | null;
            /**
             * Format: double
             * @description Longitude.
             */
            "1flng"?: number | null;
        } & {
            [key: string]: unknown;
        };
        /** @description The full user. */
        GridOwner: {
            /** @description Id: a string of digits, even if the upstream sends a number. */
            pk?: string | null;
            username?: string | null;
            full_name?: string | null;
            /**
             * Format: uri
             * @description Signed; expires within hours.
             */
            profile_pic_url?: string | null;
        } & {
            [key: string]: unknown;
        };
        /** @description A carousel child in the grid. Children after the first may lack their pictures. */
        GridChild: {
            /** @description Composite <media_id>_<owner_id>. */
            id?: string | null;
            image_versions2?: components["schemas"]["ImageVersions"] | null;
        } & {
            [key: string]: unknown;
        };
        /** @description One half of a post. Lacks code. */
        GridMedia: {
            /** @description Composite <media_id>_<owner_id>. */
            id?: string | null;
            /** @description Numeric media id: the key in posts. */
            pk: string;
            /**
             * Format: int64
             * @description Unix seconds.
             */
            "1ltaken_at"?: number | null;
            /**
             * Format: double
             * @description Seconds, of videos.
             */
            "1fvideo_duration"?: number | null;
            /**
             * Format: int64
             * @description Start of the upload by the device’s clock, usually in milliseconds.
             */
            "1ldevice_timestamp"?: number | null;
            /** Format: int64 */
            "1lbrs_severity"?: number | null;
            /**
             * Format: int32
             * @description 1 photo, 2 video, 8 carousel. A video child of a carousel may have 1 here.
             * @example 1
             * @example 2
             * @example 8
             */
            media_type?: number | null;
            /**
             * @description feed, clips (a reel), carousel_container.
             * @example feed
             * @example clips
             * @example carousel_container
             */
            product_type?: string | null;
            image_versions2?: components["schemas"]["ImageVersions"] | null;
            /** @description Of reels. */
            video_versions?: components["schemas"]["VideoVersion"][] | null;
            /** @description May be truncated: take the children from posts. */
            carousel_media?: components["schemas"]["GridChild"][] | null;
            user?: components["schemas"]["GridOwner"] | null;
        } & {
            [key: string]: unknown;
        };
        /** @description A cell of the grid. An item without media is a pinned highlight. */
        GridItem: {
            media?: components["schemas"]["GridMedia"] | null;
        } & {
            [key: string]: unknown;
        };
        /** @description Has image_versions2, video_versions of reels and the full user; lacks code. Children of carousels may be truncated. */
        GridFeed: {
            /** @description Keep paging while true. */
            more_available?: boolean | null;
            /** @description This array defines the order. */
            profile_grid_items: components["schemas"]["GridItem"][];
            /** @description Send it as cursor to get the next page. */
            profile_grid_items_cursor?: string | null;
            /** @description Present, but not a paging token here. */
            next_max_id?: string | null;
            /** @description Media ids that are pinned. */
            pinned_profile_grid_items_ids: string[];
        } & {
            [key: string]: unknown;
        };
        /** @description The other half of a post. Lacks image_versions2 and video_versions. */
        GridPost: {
            /** @description Composite <media_id>_<owner_id>. */
            id?: string | null;
            /** @description Shortcode. */
            code?: string | null;
            /**
             * Format: int64
             * @description Unix seconds.
             */
            "1ltaken_at"?: number | null;
            /**
             * Format: double
             * @description Seconds, of videos.
             */
            "1fvideo_duration"?: number | null;
            /**
             * Format: int64
             * @description Start of the upload by the device’s clock, usually in milliseconds.
             */
            "1ldevice_timestamp"?: number | null;
            /** Format: int64 */
            "1lbrs_severity"?: number | null;
            /** @description An object or null, never a string. */
            caption?: ({
                text?: string | null;
            } & {
                [key: string]: unknown;
            }) | null;
            /** Format: int64 */
            like_count?: number | null;
            /** Format: int64 */
            comment_count?: number | null;
            /** Format: int64 */
            play_count?: number | null;
            location?: components["schemas"]["GridLocation"] | null;
            /** @description All children, each with its own files. */
            carousel_media?: components["schemas"]["CarouselChild"][] | null;
            /** @description Only a part of the user. */
            user?: {
                [key: string]: unknown;
            } | null;
        } & {
            [key: string]: unknown;
        };
        /** @description The profile grid in two halves, feed and posts; each has only some members of a post. Join them on the media id. Take the picture of a photo (product_type feed) and the video of a reel (clips) from the feed half, the children of a carousel (carousel_container) from the posts half. */
        ProfileGrid: {
            feed: components["schemas"]["GridFeed"];
            /** @description By media id: code, caption, counts and complete carousel_media; lacks image_versions2, video_versions and most of user. Names with a type prefix (1ltaken_at, 1fvideo_duration, 1flat, 1flng …) are unchanged. */
            posts: {
                [key: string]: components["schemas"]["GridPost"];
            };
        };
        /** @description A hashtag: post count and, except in search results, trending state. A restricted hashtag may lack any member. */
        Hashtag: {
            /** @description Id: a string of digits, even if the upstream sends a number. */
            id?: string | null;
            name?: string | null;
            /**
             * Format: int64
             * @description Saturates at 2147483647 for the largest hashtags.
             */
            media_count?: number | null;
            formatted_media_count?: string | null;
            is_trending?: boolean | null;
        } & {
            [key: string]: unknown;
        };
        /** @description A place, as the upstream describes it. */
        Location: {
            name?: string | null;
            category?: string | null;
            location_city?: string | null;
            /** Format: double */
            lat?: number | null;
            /** Format: double */
            lng?: number | null;
            hours?: {
                [key: string]: unknown;
            } | null;
        } & {
            [key: string]: unknown;
        };
        /** @description Regions and countries have no coordinates. */
        Place: {
            /** @description Id: a string of digits, even if the upstream sends a number. */
            pk?: string | null;
            name?: string | null;
            address?: string | null;
            city?: string | null;
            /** Format: double */
            lat?: number | null;
            /** Format: double */
            lng?: number | null;
        } & {
            [key: string]: unknown;
        };
        /** @description A place as the place search returns it. */
        PlaceResult: {
            location?: components["schemas"]["Place"] | null;
            title?: string | null;
            subtitle?: string | null;
        } & {
            [key: string]: unknown;
        };
        /** @description A piece of music. */
        Track: {
            /** @description Id: a string of digits, even if the upstream sends a number. */
            audio_cluster_id?: string | null;
            title?: string | null;
            display_artist?: string | null;
            /**
             * Format: int64
             * @description Milliseconds.
             */
            duration_in_ms?: number | null;
        } & {
            [key: string]: unknown;
        };
        /** @description A track; or an artist, playlist or keyword unit, which has other fields. */
        AudioUnit: {
            track?: components["schemas"]["Track"] | null;
            metadata?: {
                [key: string]: unknown;
            } | null;
        } & {
            [key: string]: unknown;
        };
        /** @description One of the two: a track, or an original sound. */
        AudioSource: {
            music_info?: {
                [key: string]: unknown;
            } | null;
            original_sound_info?: {
                [key: string]: unknown;
            } | null;
        } & {
            [key: string]: unknown;
        };
        /** @description How often the audio is used. */
        AudioUse: {
            /** Format: int64 */
            clips_count?: number | null;
            /** Format: int64 */
            photos_count?: number | null;
        } & {
            [key: string]: unknown;
        };
        /** @description Metadata of a track or an original sound. */
        AudioPage: {
            metadata?: components["schemas"]["AudioSource"] | null;
            music_canonical_id?: string | null;
            media_count?: components["schemas"]["AudioUse"] | null;
            formatted_media_count?: string | null;
            available_tabs?: string[] | null;
        } & {
            [key: string]: unknown;
        };
        /** @description One unit of a blended result, as the upstream sends it. */
        SearchUnit: {
            __typename?: string | null;
            unit_type?: string | null;
        } & {
            [key: string]: unknown;
        };
        /** @description The two names of one media. */
        ResolvedMedia: {
            /** @description Numeric media pk. */
            pk: string;
            /** @description Shortcode. */
            code: string;
        };
        /**
         * MediaEmbed
         * @description The upstream’s oEmbed object.
         */
        MediaEmbed: {
            /** @description Composite <media_id>_<owner_id>. */
            media_id: string;
            /** @description Username of the owner. */
            author_name?: string | null;
            /** @description URL of the owner’s profile. */
            author_url?: string | null;
            /** @description User id of the owner. */
            author_id?: string | null;
            /** @description The whole caption; empty if the post has no caption. */
            title?: string | null;
            /** @description Missing if the post cannot be embedded. */
            html?: string | null;
            /**
             * Format: uri
             * @description Signed; expires within hours.
             */
            thumbnail_url?: string | null;
            /** Format: int32 */
            thumbnail_width?: number | null;
            /** Format: int32 */
            thumbnail_height?: number | null;
            /**
             * Format: int32
             * @description Of html, in pixels.
             */
            width?: number | null;
            /**
             * Format: int32
             * @description Of html; null because it depends on the caption.
             */
            height?: number | null;
            /** @description Always rich. */
            type?: string | null;
            /** @description Always 1.0. */
            version?: string | null;
            provider_name?: string | null;
            provider_url?: string | null;
        } & {
            [key: string]: unknown;
        };
        /**
         * ShareTarget
         * @description What a share link points to.
         */
        ShareTarget: {
            /** @enum {string} */
            type: "highlight" | "story";
            /** @description Number of the highlight, or user id of the owner of the story. */
            reel_id: string;
            /** @description User id of the owner; null if the link does not contain it. */
            author_id: string | null;
            /** @description The item that the link opens; null if the link names no item. */
            media_id: string | null;
        };
        /** @description oEmbed of a post; or, for a /s/ share link, what it points to. */
        Oembed: components["schemas"]["MediaEmbed"] | components["schemas"]["ShareTarget"];
        /** @description Something that a monitor has found. */
        MonitorEvent: {
            /** @description Also the cursor of what follows this event. */
            id: string;
            monitor_id: string;
            /**
             * Format: date-time
             * @description When the monitor found it.
             */
            at: string;
            /**
             * @description new_items: an item is new in a list. changed: a value has changed.
             * @example new_items
             * @example changed
             */
            kind: string;
            /** @description Of new_items: the pk of the item. */
            item_id?: string;
            /** @description Of new_items: true if items before this one may have been missed. Else absent. */
            gap?: boolean;
            /** @description Of changed: the path of the value, such as follower_count. */
            field?: string;
            /** @description Of changed: the last known value. At most 1 KB of a text. */
            before?: string | number | boolean;
            /** @description Of changed: the value now. At most 1 KB of a text. */
            after?: string | number | boolean;
        } & {
            [key: string]: unknown;
        };
        /** @description All values are strings. The value of status is always ok. */
        Health: {
            /** @enum {string} */
            status: "ok";
            /** @description The version of Loupe that responds. */
            version?: string;
            /** @description First 12 hex digits of the commit that it was built from, or unknown. */
            commit?: string;
        } & {
            [key: string]: string;
        };
        /** @description The balance of the key’s account in the ledger, and the caps and spending of the key. */
        Balance: {
            /** @description A decimal number with six decimals, or 0. */
            balance_usd: string;
            /** @enum {string} */
            currency: "USD";
            key: components["schemas"]["KeyAllowance"];
        } & {
            [key: string]: unknown;
        };
        /** @description The spending caps of the key, and what it has spent in the current day and month (UTC). */
        KeyAllowance: {
            /** @description Null if the key has no such cap. */
            daily_cap_usd: string | null;
            daily_spent_usd: string | null;
            /** Format: date-time */
            daily_resets_at: string | null;
            /** @description Null if the key has no such cap. */
            monthly_cap_usd: string | null;
            monthly_spent_usd: string | null;
            /** Format: date-time */
            monthly_resets_at: string | null;
        } & {
            [key: string]: unknown;
        };
        /** @description What a charged response of an operation costs. */
        Price: {
            /** @description Name of the operation, such as users.by_id. */
            operation: string;
            /**
             * Format: int32
             * @description Price in units; 0 is free.
             */
            units: number;
            /** @description The price in USD. */
            price_usd: string;
            /** @enum {string} */
            currency: "USD";
        } & {
            [key: string]: unknown;
        };
        /** @description The prices of all operations. */
        PriceList: {
            items: components["schemas"]["Price"][];
        } & {
            [key: string]: unknown;
        };
        /** @description The price of the named operation; without a name, the prices of all operations. */
        PriceOrPrices: components["schemas"]["PriceList"] | components["schemas"]["Price"];
        /**
         * @description The current codes. More may be added.
         * @enum {string}
         */
        ProblemCode: "bad_request" | "invalid_parameter" | "invalid_cursor" | "unauthorized" | "insufficient_balance" | "key_cap_reached" | "price_above_ceiling" | "private_account" | "account_suspended" | "wrong_credential" | "forbidden" | "not_found" | "profile_not_found" | "unknown_route" | "method_not_allowed" | "request_timeout" | "conflict" | "idempotency_key_used_up" | "payload_too_large" | "unsupported_media_type" | "unprocessable_entity" | "idempotency_key_reused" | "too_many_requests" | "headers_too_large" | "internal_error" | "upstream_error" | "not_cached" | "service_unavailable";
        /** @description What is wrong with one parameter. */
        ParameterFault: {
            /**
             * @description Where the parameter is sent: path, query, header or body.
             * @example path
             * @example query
             * @example header
             * @example body
             */
            in: string;
            parameter: string;
            /** @description Completes a sentence that starts with the parameter. */
            message: string;
        } & {
            [key: string]: unknown;
        };
        /** @description Every error of the service (RFC 9457). */
        Problem: {
            /** @description Link to the explanation of the code; absolute if PUBLIC_URL is set. */
            type: string;
            /** @description The code in words. */
            title: string;
            /**
             * Format: int32
             * @description Same as the HTTP status of the response.
             */
            status: number;
            /** @description What happened to this request, for a person. */
            detail: string;
            /** @description For programs. ProblemCode lists the current codes. */
            code: components["schemas"]["ProblemCode"] | string;
            /** @description Same as the x-request-id header. */
            request_id: string;
            /** @description The cost of this response. */
            charged_usd: string;
            /** @description Whether the same request may succeed later. */
            retryable: boolean;
            /** @description Every validation error of the request. */
            errors?: components["schemas"]["ParameterFault"][];
            /** @description On insufficient_balance: the price. */
            required_usd?: string;
            /** @description On insufficient_balance: the balance. */
            balance_usd?: string;
            /** @description On price_above_ceiling: the price. */
            price_usd?: string;
            /**
             * @description On key_cap_reached: the period of the cap, in UTC.
             * @example day
             * @example month
             */
            period?: string;
            /** @description On key_cap_reached: the cap. */
            cap_usd?: string;
            /** @description On key_cap_reached: what the key has spent in this period. */
            spent_usd?: string;
            /**
             * Format: date-time
             * @description On key_cap_reached: when the next day or month begins.
             */
            resets_at?: string;
            /**
             * @description On too_many_requests: rate if there were too many requests in a second, concurrency if too many are in flight.
             * @example rate
             * @example concurrency
             */
            limit?: string;
            /** @description The cause, for programs, if one code has several causes. */
            reason?: string;
        } & {
            [key: string]: unknown;
        };
        /** @description One page of a list. */
        UserPage: {
            items: components["schemas"]["CompactUser"][];
            /** @description Send it as cursor to get the next page. Null on the last page. */
            next_cursor: string | null;
            /** @description True exactly when next_cursor is a string. */
            has_more: boolean;
        };
        /** @description One page of a list. */
        SearchUserPage: {
            items: components["schemas"]["SearchUser"][];
            /** @description Send it as cursor to get the next page. Null on the last page. */
            next_cursor: string | null;
            /** @description True exactly when next_cursor is a string. */
            has_more: boolean;
        };
        /** @description One page of a list. */
        MediaPage: {
            items: components["schemas"]["Media"][];
            /** @description Send it as cursor to get the next page. Null on the last page. */
            next_cursor: string | null;
            /** @description True exactly when next_cursor is a string. */
            has_more: boolean;
        };
        /** @description One page of a list. */
        StoryPage: {
            items: components["schemas"]["StoryItem"][];
            /** @description Send it as cursor to get the next page. Null on the last page. */
            next_cursor: string | null;
            /** @description True exactly when next_cursor is a string. */
            has_more: boolean;
        };
        /** @description One page of a list. */
        HighlightPage: {
            items: components["schemas"]["HighlightTrayEntry"][];
            /** @description Send it as cursor to get the next page. Null on the last page. */
            next_cursor: string | null;
            /** @description True exactly when next_cursor is a string. */
            has_more: boolean;
        };
        /** @description One page of a list. */
        CommentPage: {
            items: components["schemas"]["Comment"][];
            /** @description Send it as cursor to get the next page. Null on the last page. */
            next_cursor: string | null;
            /** @description True exactly when next_cursor is a string. */
            has_more: boolean;
        };
        /** @description One page of a list. */
        HashtagPage: {
            items: components["schemas"]["Hashtag"][];
            /** @description Send it as cursor to get the next page. Null on the last page. */
            next_cursor: string | null;
            /** @description True exactly when next_cursor is a string. */
            has_more: boolean;
        };
        /** @description One page of a list. */
        PlacePage: {
            items: components["schemas"]["PlaceResult"][];
            /** @description Send it as cursor to get the next page. Null on the last page. */
            next_cursor: string | null;
            /** @description True exactly when next_cursor is a string. */
            has_more: boolean;
        };
        /** @description One page of a list. */
        AudioUnitPage: {
            items: components["schemas"]["AudioUnit"][];
            /** @description Send it as cursor to get the next page. Null on the last page. */
            next_cursor: string | null;
            /** @description True exactly when next_cursor is a string. */
            has_more: boolean;
        };
        /** @description One page of a list. */
        SearchUnitPage: {
            items: components["schemas"]["SearchUnit"][];
            /** @description Send it as cursor to get the next page. Null on the last page. */
            next_cursor: string | null;
            /** @description True exactly when next_cursor is a string. */
            has_more: boolean;
        };
        /** @description One page of a list. */
        MonitorEventPage: {
            items: components["schemas"]["MonitorEvent"][];
            /** @description Send it as cursor to get the next page. Null on the last page. */
            next_cursor: string | null;
            /** @description True exactly when next_cursor is a string. */
            has_more: boolean;
        };
        OperationQuality: {
            /**
             * Format: int64
             * @description At most ten calls of each account, rounded to two significant digits.
             */
            calls?: number | null;
            /**
             * Format: double
             * @description Share of answered calls, including charged 403 and 404. All figures are null below ten calls or three accounts.
             */
            answered?: number | null;
            /**
             * Format: double
             * @description Share of calls that failed because the upstream failed.
             */
            failed_upstream?: number | null;
            /**
             * Format: double
             * @description Share of calls that failed in Loupe.
             */
            failed_in_loupe?: number | null;
            /**
             * Format: double
             * @description Median response time of answered calls.
             */
            median_ms?: number | null;
            /**
             * Format: double
             * @description 95th percentile of the response time of answered calls.
             */
            p95_ms?: number | null;
        };
        QualityByPeriod: {
            last_hour?: components["schemas"]["OperationQuality"];
            last_24_hours?: components["schemas"]["OperationQuality"];
            last_30_days?: components["schemas"]["OperationQuality"];
        };
        DayQuality: {
            /** Format: date */
            date?: string;
            /**
             * Format: int64
             * @description At most ten calls of each account, rounded to two significant digits.
             */
            calls?: number | null;
            /**
             * Format: double
             * @description Share of answered calls.
             */
            answered?: number | null;
        };
        ServiceStatus: {
            /**
             * Format: date-time
             * @description When the figures were computed.
             */
            time?: string | null;
            service?: components["schemas"]["QualityByPeriod"];
            /** @description Figures by operation name. */
            operations?: {
                [key: string]: components["schemas"]["QualityByPeriod"];
            };
            /** @description The days with enough calls, of the last 90. */
            days?: components["schemas"]["DayQuality"][];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type BiographyText = components['schemas']['BiographyText'];
export type BioLink = components['schemas']['BioLink'];
export type Profile = components['schemas']['Profile'];
export type CompactUser = components['schemas']['CompactUser'];
export type SearchUser = components['schemas']['SearchUser'];
export type AboutPanel = components['schemas']['AboutPanel'];
export type ImageFile = components['schemas']['ImageFile'];
export type ImageVersions = components['schemas']['ImageVersions'];
export type VideoVersion = components['schemas']['VideoVersion'];
export type UserRef = components['schemas']['UserRef'];
export type MediaOwner = components['schemas']['MediaOwner'];
export type Caption = components['schemas']['Caption'];
export type MediaLocation = components['schemas']['MediaLocation'];
export type UserTag = components['schemas']['UserTag'];
export type UserTags = components['schemas']['UserTags'];
export type CarouselChild = components['schemas']['CarouselChild'];
export type Media = components['schemas']['Media'];
export type StoryItem = components['schemas']['StoryItem'];
export type Comment = components['schemas']['Comment'];
export type CommentStream = components['schemas']['CommentStream'];
export type HighlightTrayEntry = components['schemas']['HighlightTrayEntry'];
export type GridLocation = components['schemas']['GridLocation'];
export type GridOwner = components['schemas']['GridOwner'];
export type GridChild = components['schemas']['GridChild'];
export type GridMedia = components['schemas']['GridMedia'];
export type GridItem = components['schemas']['GridItem'];
export type GridFeed = components['schemas']['GridFeed'];
export type GridPost = components['schemas']['GridPost'];
export type ProfileGrid = components['schemas']['ProfileGrid'];
export type Hashtag = components['schemas']['Hashtag'];
export type Location = components['schemas']['Location'];
export type Place = components['schemas']['Place'];
export type PlaceResult = components['schemas']['PlaceResult'];
export type Track = components['schemas']['Track'];
export type AudioUnit = components['schemas']['AudioUnit'];
export type AudioSource = components['schemas']['AudioSource'];
export type AudioUse = components['schemas']['AudioUse'];
export type AudioPage = components['schemas']['AudioPage'];
export type SearchUnit = components['schemas']['SearchUnit'];
export type ResolvedMedia = components['schemas']['ResolvedMedia'];
export type MediaEmbed = components['schemas']['MediaEmbed'];
export type ShareTarget = components['schemas']['ShareTarget'];
export type Oembed = components['schemas']['Oembed'];
export type MonitorEvent = components['schemas']['MonitorEvent'];
export type Health = components['schemas']['Health'];
export type Balance = components['schemas']['Balance'];
export type KeyAllowance = components['schemas']['KeyAllowance'];
export type Price = components['schemas']['Price'];
export type PriceList = components['schemas']['PriceList'];
export type PriceOrPrices = components['schemas']['PriceOrPrices'];
export type ProblemCode = components['schemas']['ProblemCode'];
export type ParameterFault = components['schemas']['ParameterFault'];
export type Problem = components['schemas']['Problem'];
export type UserPage = components['schemas']['UserPage'];
export type SearchUserPage = components['schemas']['SearchUserPage'];
export type MediaPage = components['schemas']['MediaPage'];
export type StoryPage = components['schemas']['StoryPage'];
export type HighlightPage = components['schemas']['HighlightPage'];
export type CommentPage = components['schemas']['CommentPage'];
export type HashtagPage = components['schemas']['HashtagPage'];
export type PlacePage = components['schemas']['PlacePage'];
export type AudioUnitPage = components['schemas']['AudioUnitPage'];
export type SearchUnitPage = components['schemas']['SearchUnitPage'];
export type MonitorEventPage = components['schemas']['MonitorEventPage'];
export type OperationQuality = components['schemas']['OperationQuality'];
export type QualityByPeriod = components['schemas']['QualityByPeriod'];
export type DayQuality = components['schemas']['DayQuality'];
export type ServiceStatus = components['schemas']['ServiceStatus'];
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
